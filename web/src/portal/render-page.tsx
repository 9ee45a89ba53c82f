import { renderToString } from 'preact-render-to-string'
import { themeCss } from '../theme/theme-css.js'
import { drawQr } from '../ui/draw-qr.js'
import { ErrorPage, type PageProblem } from '../ui/error-page.js'
import { PortalPage } from './portal-page.js'
import { describeTitle } from './state/describe-title.js'
import type { PortalView } from './view.js'

export type { PageProblem, PortalView }

/** A page without the surrounding document: the server adds the head, the app's style sheet and its script. */
export type RenderedPage = {
  title: string
  body: string
  /** The page's own CSS, on top of the app's style sheet. */
  css: string
}

/**
 * Renders the payment page of a receipt. It has no thumbnails, which would make it larger: the browser loads pictures by their hashes.
 * `draw` may return a code that it has drawn before.
 */
export function renderPortalPage(
  view: Omit<PortalView, 'firstQr'>,
  draw: typeof drawQr = drawQr,
): RenderedPage {
  const lineItems = view.receipt.lineItems.map(({ thumb: _, ...line }) => line)
  const option = view.receipt.payment.options.find(({ symbol }) => symbol === view.asset)
  const firstQr = option ? { text: option.uri, ...draw(option.uri) } : null
  const shown: PortalView = { ...view, receipt: { ...view.receipt, lineItems }, firstQr }
  return {
    title: describeTitle(shown.receipt),
    body: `<div id="portal">${renderToString(<PortalPage view={shown} />)}</div>
<script type="application/json" id="view">${serialize(shown)}</script>`,
    css: themeCss(shown.receipt.theme),
  }
}

/** Renders the page that replaces a payment page in case of an error. */
export function renderErrorPage(problem: PageProblem): RenderedPage {
  return { title: problem.title, body: renderToString(<ErrorPage problem={problem} />), css: '' }
}

/** Escapes `<`, with which the script's end tag and comments start. */
function serialize(view: PortalView): string {
  return JSON.stringify(view).replaceAll('<', '\\u003c')
}
