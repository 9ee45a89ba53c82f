import { renderToString } from 'preact-render-to-string'
import type { RenderedPage } from '../core/rendered-page.js'
import { PartsPage } from './parts-page.js'

/** Renders the page that shows every part of `ui`. */
export function renderPartsPage(): RenderedPage {
  return {
    locale: 'en',
    title: 'Parts · Tallystick',
    description: 'Every part that pages are made of.',
    body: `<div id="parts">${renderToString(<PartsPage />)}</div>`,
    css: '',
  }
}
