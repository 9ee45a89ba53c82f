/** The rule with two notches that stands above a total. */
export function NotchedRule() {
  return <div class="notched-rule" aria-hidden="true" />
}
