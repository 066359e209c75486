/** `1523`, or `1523?` while the rating is provisional. */
export const ratingText = (value: number, isProvisional: boolean): string => `${value}${isProvisional ? '?' : ''}`;
