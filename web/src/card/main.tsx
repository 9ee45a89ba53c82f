// The page has no script. This entry only names its styles.
import '../tokens/tokens.css'
import '../ui/parts.css'
import '../ui/base.css'
import '../ui/controls.css'
import './styles/card.css'
