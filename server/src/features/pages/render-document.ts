import { rememberLatest } from '../../platform/remember-latest.js'

export type PageDocument = {
  /** BCP 47 tag of the language. */
  locale: string
  title: string
  /** The preview of a link to the page in a message (Open Graph). */
  description: string
  /** Absolute URL of the picture that a link shows with it. */
  image: string
  /** HTML of the body. */
  body: string
  /** CSS to inline. */
  styles: readonly string[]
  /** Addresses of scripts that the entry script imports first. */
  modules?: readonly string[]
  /** Path of a call that the entry script makes first, or null. */
  call?: string | null
  /** Address of the entry script, or null for a static page. */
  script: string | null
  /** Path of the icon of a shop, or null for our own. */
  icon: string | null
  /** Path of the web app manifest of a page that people install. */
  manifest?: string | null
  /** Whether search engines may list the page. */
  isIndexed: boolean
  /** Absolute URL under which search engines list the page. */
  canonical?: string
  /** The content of the page, in the vocabulary of schema.org. */
  structuredData?: object
}

/** The style sheets of the apps, and the themes of as many shops. */
export const maxStyles = 1_000

const encodeStyle = rememberLatest((css) => Buffer.from(`<style>${css}</style>`), maxStyles)

/**
 * Renders the HTML document around the body of a page, as bytes. Its styles, a third of a payment
 * page, are encoded once.
 */
export function renderDocument(page: PageDocument): Buffer {
  const { before, after } = renderParts(page)
  return Buffer.concat([Buffer.from(before), ...page.styles.map(encodeStyle), Buffer.from(after)])
}

/** Renders the HTML before and after the styles. */
function renderParts(page: PageDocument): { before: string; after: string } {
  const { body, modules = [], call = null, script } = page
  const { icon, manifest = null, isIndexed } = page
  const { canonical, structuredData } = page
  const [locale, title, description, image] = [
    page.locale,
    page.title,
    page.description,
    page.image,
  ].map(escapeText)
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    // First, because the styles are long.
    ...(call === null ? [] : [`<link rel="preload" href="${call}" as="fetch" crossorigin>`]),
    ...(script && modules.length > 0 ? [script, ...modules] : []).map(
      (url) => `<link rel="modulepreload" href="${url}">`,
    ),
    '<meta name="color-scheme" content="light dark">',
    ...(isIndexed ? [] : ['<meta name="robots" content="noindex">']),
    `<title>${title}</title>`,
    ...(isIndexed ? [`<meta name="description" content="${description}">`] : []),
    ...(canonical ? describeAddress(escapeText(canonical)) : []),
    `<meta property="og:title" content="${title}">`,
    `<meta property="og:description" content="${description}">`,
    '<meta property="og:type" content="website">',
    `<meta property="og:image" content="${image}">`,
    icon === null
      ? '<link rel="icon" href="/assets/logo.svg" type="image/svg+xml">'
      : `<link rel="icon" href="${escapeText(icon)}">`,
    ...(manifest === null
      ? []
      : [
          `<link rel="manifest" href="${escapeText(manifest)}">`,
          '<link rel="apple-touch-icon" href="/assets/pos-icon-192.png">',
          '<meta name="mobile-web-app-capable" content="yes">',
        ]),
  ]
  const data = structuredData ? describeData(structuredData) : ''
  const entry = script ? `<script type="module" src="${script}"></script>` : ''
  return {
    before: `<!doctype html><html lang="${locale}"><head>${head.join('')}`,
    after: `${data}${entry}</head><body>${body}</body></html>`,
  }
}

function describeAddress(url: string): string[] {
  return [`<link rel="canonical" href="${url}">`, `<meta property="og:url" content="${url}">`]
}

/** Escapes `<`, with which the script's end tag and comments start. */
function describeData(data: object): string {
  const json = JSON.stringify(data).replaceAll('<', '\\u003c')
  return `<script type="application/ld+json">${json}</script>`
}

/** Escapes a text for HTML, between tags and in quoted attributes. */
function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}
