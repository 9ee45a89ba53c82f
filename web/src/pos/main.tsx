import { hydrate } from 'preact'
import '../tokens/tokens.css'
import '../ui/parts.css'
import '../ui/base.css'
import '../ui/controls.css'
import '../ui/slip.css'
import './styles/pos.css'
import './styles/keypad.css'
import './styles/items.css'
import './styles/sale.css'
import './styles/register-sizes.css'
import './styles/charge.css'
import './styles/reports.css'
import './styles/display.css'
import './styles/print.css'
import { PosPage } from './pos-page.js'
import type { PosView } from './view.js'

const root = document.getElementById('pos')
if (root) {
  const screen = root.dataset['screen'] as PosView['screen']
  const mode = root.dataset['mode'] === 'live' ? 'live' : 'sandbox'
  hydrate(<PosPage view={{ screen, mode }} />, root)
}
