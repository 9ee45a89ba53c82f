import type { ComponentType } from 'preact'
import { useRef, useState } from 'preact/hooks'
import { loadCode } from '../../core/load-code.js'
import type { MenuProps } from './menu-item.js'

type OpenMenu = ComponentType<MenuProps & { isOpenAtFirst: boolean }>

let loaded: OpenMenu | null = null

async function loadMenu(): Promise<OpenMenu> {
  const { OpenableMenu } = await loadCode(() => import('./openable-menu.js'))
  loaded = OpenableMenu
  return OpenableMenu
}

/** Opens a list of actions below a button. Its code loads when the button gets attention. */
export function Menu(props: MenuProps) {
  const { label, trigger, triggerClass = 'button' } = props
  const [Loaded, setLoaded] = useState<{ Component: OpenMenu } | null>(null)
  const button = useRef<HTMLButtonElement>(null)
  if (Loaded) return <Loaded.Component {...props} isOpenAtFirst />
  const load = () => void loadMenu().catch(() => undefined)
  const open = () =>
    void loadMenu()
      .then((Component) => setLoaded({ Component }))
      .catch(() => undefined)
  return (
    <button
      ref={button}
      type="button"
      class={triggerClass}
      aria-haspopup="menu"
      aria-expanded={false}
      title={label}
      onPointerEnter={loaded ? undefined : load}
      onFocus={loaded ? undefined : load}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return
        event.preventDefault()
        open()
      }}
    >
      {trigger}
    </button>
  )
}
