import { renderToString } from 'preact-render-to-string'
import type { RenderedPage } from '../core/rendered-page.js'
import { consoleTexts as texts } from '../core/texts/en-console.js'
import type { ConsoleView } from './view.js'

/**
 * Renders the page of the console. It is the same for everyone: the script reads who is signed in,
 * and shows the screen of the path.
 */
export function renderConsolePage({ mode, chainId, version }: ConsoleView): RenderedPage {
  return {
    locale: 'en',
    title: texts.pageTitle,
    description: texts.description,
    body: renderToString(
      <div id="console" data-mode={mode} data-chain={chainId} data-version={version}>
        <p class="opening needs-script">{texts.opening}</p>
        <p class="opening without-script">{texts.noScript}</p>
      </div>,
    ),
    css: '',
  }
}
