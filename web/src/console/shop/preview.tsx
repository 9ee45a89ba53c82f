import { useQuery } from '@tanstack/preact-query'
import { useEffect, useRef, useState } from 'preact/hooks'
import { shopTexts } from '../../core/texts/en-console-shop.js'
import { themeCss } from '../../core/theme/theme-css.js'
import { Icon } from '../parts/icon.js'
import { Notice } from '../parts/notice.js'
import { Segments } from '../parts/segments.js'
import { useRight, useSession } from '../session/session.js'
import type { ShopConfig } from './config-fields.js'
import { PdfView } from './pdf-view.js'
import { pathOf } from './picture-setting.js'
import { usePdf } from './use-pdf.js'

const texts = shopTexts.preview
type ViewName = keyof typeof texts.views
const views = Object.keys(texts.views) as ViewName[]

type PreviewProps = {
  /** As it is saved, and with the unsaved changes. */
  saved: ShopConfig
  draft: ShopConfig
  isChanged: boolean
  /** The unsaved changes that a printed receipt shows. */
  printed: object
  /** The page that the settings beside it change most. */
  first?: ViewName
}

/** What buyers will see: the pages with unsaved colors, font and background, and the printed receipt. */
export function Preview({ saved, draft, isChanged, printed, first = 'payment' }: PreviewProps) {
  const { api, membership } = useSession()
  const [chosen, setView] = useState<ViewName | null>(null)
  const view = chosen ?? first
  const receipts = useQuery({
    queryKey: ['receipts', membership.wallet, 'preview'],
    queryFn: ({ signal }) => {
      const query = { limit: 1, archived: 'all', thumbs: '0' }
      return api.call('get', '/api/receipts', { query, signal })
    },
    enabled: membership.rights.includes('receipts:read-own'),
  })
  // Others see the saved settings.
  const mayPrint = useRight('shop:write')
  const isPdf = view === 'pdf'
  const pdf = usePdf(printed, { isShown: isPdf && mayPrint, revision: saved.revision })
  const [receipt] = receipts.data?.receipts ?? []
  const page = receipt ? new URL(receipt.paymentUrl) : null
  const paths: Readonly<Record<ViewName, string | null>> = {
    payment: page && `${page.pathname}${page.search}`,
    shop: saved.slug === '' ? null : `/shop/${saved.slug}`,
    pdf: page && `/api${page.pathname}/receipt.pdf${page.search}`,
  }
  const path = isPdf && mayPrint ? pdf.url : paths[view]
  const unsavedPdf = !mayPrint
    ? texts.unsavedElse
    : pdf.isCurrent
      ? texts.unsavedPdf
      : texts.printing
  return (
    <section class="shop-preview" aria-label={texts.title}>
      <header class="spread">
        <h2>{texts.title}</h2>
        {path !== null && (
          <a class="button quiet" href={path} target="_blank" rel="noreferrer">
            <Icon name="out" />
            {texts.open}
          </a>
        )}
      </header>
      <Segments
        label={texts.title}
        options={views.map((value) => ({ value, label: texts.views[value] }))}
        value={view}
        onChange={(value) => setView(value)}
      />
      {isPdf && (mayPrint || path !== null) ? (
        <PdfView pdf={mayPrint ? pdf : { ...pdf, url: path, isCurrent: true }} />
      ) : path === null ? (
        <Missing view={view} isPending={receipts.isPending && view !== 'shop'} />
      ) : (
        <PageFrame
          key={`${path} ${saved.revision}`}
          path={path}
          name={texts.views[view]}
          css={cssOf(draft, view)}
        />
      )}
      {isChanged && path !== null && <p class="soft">{isPdf ? unsavedPdf : texts.unsaved}</p>}
    </section>
  )
}

function Missing({ view, isPending }: { view: ViewName; isPending: boolean }) {
  if (isPending) return <div class="preview-frame" aria-busy="true" />
  const isShop = view === 'shop'
  return (
    <div class="preview-frame">
      <Notice
        title={isShop ? texts.noShop : texts.noReceipt}
        text={isShop ? texts.noShopText : texts.noReceiptText}
        {...(!isShop && { action: { label: texts.create, href: '/payment' } })}
      />
    </div>
  )
}

/** Returns the styles of the theme that a page would have. */
function cssOf({ theme }: ShopConfig, view: ViewName): string {
  const { primaryColor, secondaryColor, fontFamily } = theme
  // The background belongs to payment pages.
  const background = view === 'payment' ? pathOf(theme.receiptBackgroundUrl, 960) : null
  return themeCss({
    primaryColor,
    secondaryColor,
    fontFamily,
    receiptBackgroundUrl: background ?? '',
  })
}

/**
 * A page of this service. Its scripts do not run, so that looking at it is not the visit of a
 * buyer.
 */
function PageFrame({ path, name, css }: { path: string; name: string; css: string }) {
  const frame = useRef<HTMLIFrameElement>(null)
  const paint = () => frame.current && paintPage(frame.current, css)
  useEffect(() => {
    paint()
  }, [css])
  return (
    <iframe
      ref={frame}
      class="preview-frame"
      src={path}
      title={texts.frame(name)}
      sandbox="allow-same-origin"
      onLoad={paint}
    />
  )
}

/** Replaces the styles of the saved theme, which follow those of the page. */
function paintPage(frame: HTMLIFrameElement, css: string): void {
  const { contentDocument: page, contentWindow } = frame
  const view = contentWindow as (Window & typeof globalThis) | null
  if (!page || !view) return
  const [, saved] = page.querySelectorAll('style')
  if (saved) saved.disabled = true
  const sheet = new view.CSSStyleSheet()
  sheet.replaceSync(css)
  page.adoptedStyleSheets = [sheet]
}
