import { render } from 'preact'
import '../tokens/tokens.css'
import '../tokens/themes.css'
import '../ui/parts.css'
import '../ui/base.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/table.css'
import './styles/chips.css'
import './styles/states.css'
import './styles/tasks.css'
import './styles/figures.css'
import './styles/parts-page.css'
import './styles/overlays.css'
import './styles/shell.css'
import './styles/palette.css'
import './styles/sign-in.css'
import { Console } from './console.js'
import { screens } from './screens.js'
import { hasSessionCookie } from './session/session.js'
import { readTheme, showTheme } from './shell/theme.js'

const root = document.getElementById('console')
if (root) {
  const { mode, chain, version } = root.dataset
  showTheme(readTheme())
  if (hasSessionCookie()) loadScreen()
  // The server renders a frame without data, which this replaces.
  root.replaceChildren()
  render(
    <Console
      view={{
        mode: mode === 'live' ? 'live' : 'sandbox',
        chainId: Number(chain),
        version: version ?? '',
      }}
    />,
    root,
  )
}

/** Loads the script of the screen while the service says who is signed in. */
function loadScreen(): void {
  const nameIn = (path: string) => path.split('/')[1] ?? ''
  const first = nameIn(location.pathname.replace(/^\/console/, ''))
  const screen = screens.find(({ path }) => nameIn(path) === first)
  // The screen says so if its script does not load.
  screen?.load().catch(() => undefined)
}
