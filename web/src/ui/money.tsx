/** Shows a formatted amount in tabular figures, never split over lines. */
export function Money({ children }: { children: string }) {
  return <span class="money">{children}</span>
}
