import { renderToString } from 'preact-render-to-string'
import type { RenderedPage } from '../core/rendered-page.js'
import { CardPage } from './card-page.js'
import type { CardView } from './view.js'

export type { CardView } from './view.js'

/** Renders the page of the sandbox provider of card payments. */
export function renderCardPage(view: CardView): RenderedPage {
  return {
    locale: 'en',
    title: `Pay ${view.brandName} by card`,
    description: 'A card payment with test money.',
    body: renderToString(<CardPage view={view} />),
    css: '',
  }
}
