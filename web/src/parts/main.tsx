import { hydrate } from 'preact'
import '../tokens/tokens.css'
import '../ui/parts.css'
import '../ui/base.css'
import '../ui/controls.css'
import '../ui/slip.css'
import '../ui/wide-page.css'
import './styles/parts.css'
import { PartsPage } from './parts-page.js'

const root = document.getElementById('parts')
if (root) hydrate(<PartsPage />, root)
