import { renderToString } from 'preact-render-to-string'
import type { RenderedPage } from '../core/rendered-page.js'
import { posTexts as texts } from '../core/texts/en-pos.js'
import { PosPage } from './pos-page.js'
import type { PosView } from './view.js'

export type { PosView } from './view.js'

/** Renders a page of the point of sale. It is the same for every register. */
export function renderPosPage(view: PosView): RenderedPage {
  return {
    locale: 'en',
    title: texts.titles[view.screen],
    description: texts.description,
    body: `<div id="pos" data-screen="${view.screen}" data-mode="${view.mode}">${renderToString(
      <PosPage view={view} />,
    )}</div>`,
    css: '',
  }
}
