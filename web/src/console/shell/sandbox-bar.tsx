import type { ComponentChildren } from 'preact'
import { useTexts } from '../../ui/language.js'

/** Marks every screen of a sandbox. Signed in, it holds the clock and simulated payments. */
export function SandboxBar({ children }: { children?: ComponentChildren }) {
  const { page } = useTexts()
  return (
    <div class="sandbox-bar">
      <p>
        <strong>{page.sandbox}</strong> {page.sandboxNote}
      </p>
      {children}
    </div>
  )
}
