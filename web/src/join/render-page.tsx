import { renderToString } from 'preact-render-to-string'
import type { RenderedPage } from '../core/rendered-page.js'
import { joinTexts } from '../core/texts/en-join.js'
import { JoinPage } from './join-page.js'
import type { JoinView } from './view.js'

/**
 * Renders the page on which a person joins a shop. It is the same for every link: the token is in
 * the fragment, which browsers do not send.
 */
export function renderJoinPage(view: JoinView): RenderedPage {
  return {
    locale: 'en',
    title: joinTexts.pageTitle,
    description: joinTexts.description,
    body: `<div id="join" data-mode="${view.mode}" data-chain="${view.chainId}">${renderToString(
      <JoinPage view={view} />,
    )}</div>`,
    css: '',
  }
}
