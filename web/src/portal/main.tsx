import { hydrate } from 'preact'
import '../../public/tokens.css'
import '../../public/parts.css'
import './styles/base.css'
import './styles/controls.css'
import './styles/page.css'
import './styles/status.css'
import './styles/pay.css'
import './styles/slip.css'
import './styles/print.css'
import { PortalPage } from './portal-page.js'
import type { PortalView } from './view.js'

const root = document.getElementById('portal')
const data = document.getElementById('view')?.textContent
if (root && data) hydrate(<PortalPage view={JSON.parse(data) as PortalView} />, root)
