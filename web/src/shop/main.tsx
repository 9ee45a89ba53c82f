// Every page works without this script: it sends the same forms without leaving the page, and takes
// the parts that changed from the page in the response.
import '../tokens/tokens.css'
import '../ui/parts.css'
import '../ui/base.css'
import '../ui/controls.css'
import '../ui/slip.css'
import './styles/frame.css'
import './styles/shop.css'
import './styles/item.css'
import './styles/cart.css'
import './styles/wide.css'
import { followCart } from './live/follow-cart.js'
import { followOrder } from './live/follow-order.js'
import { stepQuantities } from './live/step-quantities.js'

followCart()
followOrder()
stepQuantities()
