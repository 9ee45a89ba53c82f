/** What no XML document may contain, not even escaped. */
const forbidden = /[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/** A text that stands in XML as just that text, between tags and in attributes. */
export function escapeXml(text: string): string {
  return text.replace(forbidden, '\ufffd').replace(/[&<>"']/g, (sign) => entities[sign] ?? sign)
}
