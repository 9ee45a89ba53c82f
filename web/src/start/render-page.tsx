import { renderToString } from 'preact-render-to-string'
import type { RenderedPage } from '../core/rendered-page.js'
import { StartPage } from './start-page.js'
import type { StartView } from './view.js'

/** Renders the start page. Its script only checks the service and copies the command. */
export function renderStartPage(view: StartView): RenderedPage {
  return {
    locale: 'en',
    title: 'Tallystick',
    description: 'A payments platform of your own.',
    body: renderToString(<StartPage view={view} />),
    css: '',
  }
}
