import type { VNode } from 'preact'
import { renderToString } from 'preact-render-to-string'
import type { RenderedPage } from '../core/rendered-page.js'
import { shopTexts } from '../core/texts/en-shop.js'
import { themeCss } from '../core/theme/theme-css.js'
import { CartPage } from './cart-page.js'
import { DirectoryPage } from './directory-page.js'
import { formatPrice } from './frame.js'
import { ItemPage } from './item-page.js'
import { OrderPage } from './order-page.js'
import { ShopPage } from './shop-page.js'
import { StatePage } from './state-page.js'
import type {
  CartView,
  DirectoryView,
  ItemView,
  OrderView,
  ShopFrameView,
  ShopView,
  StateView,
} from './view.js'

export type * from './view.js'
export type { RenderedPage }

/** Messages show about this much of a description. */
const maxDescription = 200

/** Renders the page of all shops. */
export function renderDirectoryPage(view: DirectoryView): RenderedPage {
  const { title, description } = shopTexts.directory
  return render({ title, description, page: <DirectoryPage view={view} /> })
}

/** Renders the page of a shop. */
export function renderShopPage(view: ShopView): RenderedPage {
  const title = view.query.category === '' ? view.name : `${view.query.category}: ${view.name}`
  const description = view.description || shopTexts.shop.description(view.name)
  return render({ title, description, page: <ShopPage view={view} />, frame: view })
}

/** Renders the page of an item. */
export function renderItemPage(view: ItemView): RenderedPage {
  const { name, price, description } = view.item
  const text = [...(price ? [formatPrice(price)] : []), description].filter(Boolean).join('. ')
  return render({
    title: `${name}: ${view.name}`,
    description: text || shopTexts.shop.description(view.name),
    page: <ItemPage view={view} />,
    frame: view,
  })
}

/** Renders the cart of a buyer. */
export function renderCartPage(view: CartView): RenderedPage {
  return render({
    title: `${shopTexts.cartPage.title}: ${view.name}`,
    description: shopTexts.shop.description(view.name),
    page: <CartPage view={view} />,
    frame: view,
  })
}

/** Renders the status of an order. */
export function renderOrderPage(view: OrderView): RenderedPage {
  return render({
    title: `${shopTexts.order.title(view.stage)}: ${view.name}`,
    description: shopTexts.shop.description(view.name),
    page: <OrderPage view={view} />,
    frame: view,
  })
}

/** Renders the page that replaces one that cannot be shown. */
export function renderStatePage(view: StateView): RenderedPage {
  const { title, text } = shopTexts.states[view.kind]
  return render({ title, description: text, page: <StatePage view={view} /> })
}

type Parts = { title: string; description: string; page: VNode; frame?: ShopFrameView }

function render({ title, description, page, frame }: Parts): RenderedPage {
  return {
    locale: 'en',
    title,
    description: [...description.replace(/\s+/g, ' ')].slice(0, maxDescription).join(''),
    body: renderToString(page),
    css: frame ? themeCss(frame.theme) : '',
  }
}
