const MAX_SHOWN = 9;

/** The site's icon with a number in the corner, as a data address. */
export function tabIcon(count: number): string {
  const text = count > MAX_SHOWN ? `${MAX_SHOWN}+` : String(count);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 26 26"><clipPath id="c"><rect width="26" height="26" rx="5"/></clipPath><g clip-path="url(#c)"><path fill="#fffbef" d="M0 0h26v26H0z"/><path fill="#d5dee0" d="M0 8h18v18H0z"/><path fill="#b6c8d2" d="M0 14h12v12H0z"/><path fill="#95b0c1" d="M0 20h6v6H0z"/></g><circle cx="17" cy="9" r="9" fill="#15171c"/><circle cx="17" cy="9" r="8" fill="#ffc21a"/><text x="17" y="13.6" text-anchor="middle" font-family="system-ui,sans-serif" font-weight="700" font-size="${text.length > 1 ? 10.5 : 13}" fill="#15171c">${text}</text></svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
