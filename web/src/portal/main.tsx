import { hydrate } from 'preact'
import '../tokens/tokens.css'
import '../ui/parts.css'
import '../ui/base.css'
import '../ui/controls.css'
import './styles/page.css'
import './styles/status.css'
import './styles/pay.css'
import './styles/logos.css'
import '../ui/slip.css'
import './styles/order-summary.css'
import './styles/wide.css'
import './styles/print.css'
import { PortalPage } from './portal-page.js'
import type { PortalView } from './view.js'

const root = document.getElementById('portal')
const data = document.getElementById('view')?.textContent
if (root && data) hydrate(<PortalPage view={JSON.parse(data) as PortalView} />, root)
