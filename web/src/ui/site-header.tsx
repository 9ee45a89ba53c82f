import { SandboxBar } from './sandbox-bar.js'

/** Shows the product's name at the top of its own pages, below the bar of a sandbox. */
export function SiteHeader({
  isSandbox,
  isHome = false,
}: {
  isSandbox: boolean
  isHome?: boolean
}) {
  return (
    <header>
      {isSandbox && <SandboxBar />}
      <div class="brand column">
        <img src="/assets/logo.svg" width="32" height="32" alt="" />
        <p>
          {isHome ? (
            'Tallystick'
          ) : (
            <a class="home" href="/">
              Tallystick
            </a>
          )}
        </p>
      </div>
    </header>
  )
}
