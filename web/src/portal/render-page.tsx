import { renderToString } from 'preact-render-to-string'
import { themeCss } from '../theme/theme-css.js'
import { drawQr } from '../ui/draw-qr.js'
import { ErrorPage, type PageProblem } from '../ui/error-page.js'
import { PortalPage } from './portal-page.js'
import { titleOf } from './state/describe-title.js'
import type { PortalView } from './view.js'

export type { PageProblem, PortalView }

/** What the browser build consists of: the script's address and the text of the style sheet. */
export type ClientAssets = { script: string; css: string }

/** A page, and the styles in it, which its policy has to name. */
export type RenderedPage = { html: string; styles: readonly string[] }

/** Draws the payment page of a receipt. Pictures come with the first event: they would make the page ten times as large. */
export function renderPortalPage(
  view: Omit<PortalView, 'firstQr'>,
  { script, css }: ClientAssets,
): RenderedPage {
  const lineItems = view.receipt.lineItems.map(({ thumb: _, ...line }) => line)
  const option = view.receipt.payment.options.find(({ symbol }) => symbol === view.asset)
  const firstQr = option ? { text: option.uri, ...drawQr(option.uri) } : null
  const shown: PortalView = { ...view, receipt: { ...view.receipt, lineItems }, firstQr }
  const theme = themeCss(shown.receipt.theme)
  const title = titleOf(shown.receipt)
  const body = `<div id="portal">${renderToString(<PortalPage view={shown} />)}</div>
<script type="application/json" id="view">${inScript(shown)}</script>`
  return { html: page({ title, styles: [css, theme], script, body }), styles: [css, theme] }
}

/** Draws what is shown in place of a payment page that cannot be. */
export function renderErrorPage(
  problem: PageProblem,
  { css }: Pick<ClientAssets, 'css'>,
): RenderedPage {
  const body = renderToString(<ErrorPage problem={problem} />)
  return { html: page({ title: problem.title, styles: [css], script: null, body }), styles: [css] }
}

type Parts = { title: string; styles: readonly string[]; script: string | null; body: string }

function page({ title, styles, script, body }: Parts): string {
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width,initial-scale=1">',
    '<meta name="color-scheme" content="light dark">',
    // A payment link is for one person.
    '<meta name="robots" content="noindex">',
    `<title>${escapeText(title)}</title>`,
    '<link rel="icon" href="/assets/logo.svg" type="image/svg+xml">',
    ...styles.map((css) => `<style>${css}</style>`),
    ...(script ? [`<script type="module" src="${script}"></script>`] : []),
  ]
  return `<!doctype html><html lang="en"><head>${head.join('')}</head><body>${body}</body></html>`
}

function escapeText(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
}

/** Inside of a script element only its end tag and comments matter, and both begin with the same sign. */
function inScript(view: PortalView): string {
  return JSON.stringify(view).replaceAll('<', '\\u003c')
}
