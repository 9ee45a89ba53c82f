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
import { createQueryClient } from './api/query-client.js'
import { Console } from './console.js'
import { screens } from './screens.js'
import { personQuery } from './session/person-query.js'
import { hasSessionCookie } from './session/session.js'
import { preloadScreen } from './shell/screen-loader.js'
import { readTheme, showTheme } from './shell/theme.js'

// After the scripts, which need the line more: a font of the device has its measures until then.
void document.fonts.load('1rem "Inter Variable"')
const queries = createQueryClient()
const root = document.getElementById('console')
if (root) {
  showTheme(readTheme())
  if (hasSessionCookie()) void loadFirst().then(() => show(root))
  else show(root)
}

/**
 * Loads the screen's script while the service says who is signed in, so that the screen is rendered
 * once. The page of the server says meanwhile that the console opens.
 */
async function loadFirst(): Promise<void> {
  const nameIn = (path: string) => path.split('/')[1] ?? ''
  const first = nameIn(location.pathname.replace(/^\/console/, ''))
  const screen = screens.find(({ path }) => nameIn(path) === first)
  await Promise.allSettled([
    queries.prefetchQuery({ ...personQuery, retry: false }),
    // The screen says so if its script does not load.
    screen && preloadScreen(screen),
  ])
}

function show(root: HTMLElement): void {
  const { mode, chain, version } = root.dataset
  const view = {
    mode: mode === 'live' ? 'live' : 'sandbox',
    chainId: Number(chain),
    version: version ?? '',
  } as const
  // The server renders a frame without data, which this replaces.
  root.replaceChildren()
  render(<Console view={view} queries={queries} />, root)
}
