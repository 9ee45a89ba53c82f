import { useTexts } from './language.js'

/** Marks a page of a sandbox, so that it cannot be mistaken for a live one. */
export function SandboxBar() {
  const { page } = useTexts()
  return (
    <div class="sandbox-bar">
      <p>
        <strong>{page.sandbox}</strong> {page.sandboxNote}
      </p>
    </div>
  )
}
