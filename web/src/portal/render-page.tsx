import { renderToString } from 'preact-render-to-string'
import { drawQr } from '../core/qr/draw-qr.js'
import type { RenderedPage } from '../core/rendered-page.js'
import { type ServerTexts, serverTexts } from '../core/texts/en-server.js'
import { english, type Language } from '../core/texts/language.js'
import { themeCss } from '../core/theme/theme-css.js'
import { ErrorPage } from '../ui/error-page.js'
import { LanguageProvider } from '../ui/language.js'
import { createFragmentRenderer } from './fragment-cache.js'
import { portalFragments } from './fragments.js'
import { describeItems, splitLines } from './order-summary/describe-items.js'
import { PortalPage } from './portal-page.js'
import { describeTitle } from './state/describe-title.js'
import { moneyOf, totalOf } from './state/own-amounts.js'
import type { PortalView } from './view.js'

export type { PortalView, RenderedPage }

const renderPage = createFragmentRenderer(portalFragments)

/** The cause of a page that replaces a payment page. */
export type PageProblem = keyof ServerTexts['problems']

type PageOptions = {
  /** May return a code that it has drawn before. */
  draw?: typeof drawQr
  language?: Language
  /** Whether the page was opened without the signature of its link. */
  isLimited?: boolean
}

/**
 * Renders the payment page of a receipt. It has no thumbnails, which would make it larger: the
 * browser loads pictures by their hashes.
 */
export function renderPortalPage(
  view: Omit<PortalView, 'firstQr'>,
  { draw = drawQr, language = english, isLimited = false }: PageOptions = {},
): RenderedPage {
  const lineItems = view.receipt.lineItems.map(({ thumb: _, ...line }) => line)
  const { pageUrl: text } = view
  const firstQr = view.receipt.payment.options.length > 0 ? { text, ...draw(text) } : null
  const portalView: PortalView = { ...view, receipt: { ...view.receipt, lineItems }, firstQr }
  return {
    locale: language.locale,
    title: describeTitle(portalView.receipt, language.texts),
    description: describePreview(portalView, { ...language, isLimited }),
    body: `<div id="portal">${renderPage(language, () => <PortalPage view={portalView} />)}</div>
<script type="application/json" id="view">${serialize(portalView)}</script>`,
    css: themeCss(portalView.receipt.theme),
  }
}

type ErrorPageOptions = {
  mode: PortalView['mode']
  language?: Language
  texts?: ServerTexts
}

/** Renders the page that replaces a payment page in case of an error. */
export function renderErrorPage(
  kind: PageProblem,
  { mode, language = english, texts = serverTexts }: ErrorPageOptions,
): RenderedPage {
  const problem = texts.problems[kind]
  return {
    locale: language.locale,
    title: problem.title,
    description: problem.text,
    body: renderToString(
      <LanguageProvider value={language}>
        <ErrorPage problem={problem} isSandbox={mode === 'sandbox'} />
      </LanguageProvider>,
    ),
    css: '',
  }
}

/**
 * Names the items only for a buyer who has the whole link. Messages show a preview to everyone who
 * reads them.
 */
function describePreview(
  { receipt }: PortalView,
  { texts, format, isLimited }: Language & { isLimited: boolean },
): string {
  const total = moneyOf(receipt, format)(totalOf(receipt))
  if (isLimited) return total
  const { items } = splitLines(receipt)
  return serverTexts.preview.items(total, describeItems(items, texts.summary).join(' '))
}

/** Escapes `<`, with which the script's end tag and comments start. */
function serialize(view: PortalView): string {
  return JSON.stringify(view).replaceAll('<', '\\u003c')
}
