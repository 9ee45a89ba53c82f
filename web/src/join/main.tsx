import { hydrate } from 'preact'
import '../tokens/tokens.css'
import '../ui/parts.css'
import '../ui/base.css'
import '../ui/controls.css'
import './styles/join.css'
import { JoinPage } from './join-page.js'

const root = document.getElementById('join')
if (root) {
  const mode = root.dataset['mode'] === 'live' ? 'live' : 'sandbox'
  hydrate(<JoinPage view={{ mode, chainId: Number(root.dataset['chain']) }} />, root)
}
