import type { ComponentChildren } from 'preact'

/** For whoever's payment did not go out after all. Others had better wait. */
export function PayAgain({ children }: { children: ComponentChildren }) {
  return (
    <details class="again needs-script">
      <summary>That payment did not go out</summary>
      <p class="note">
        Then pay here. If it did, wait: what is paid twice, only the shop can give back.
      </p>
      {children}
    </details>
  )
}
