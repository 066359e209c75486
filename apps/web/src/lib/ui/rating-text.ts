/** A rating as it is written: `1523`, and `1523?` while it is provisional. */
export const ratingText = (value: number, isProvisional: boolean): string => `${value}${isProvisional ? '?' : ''}`;
