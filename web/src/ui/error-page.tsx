/** Why there is no payment page, in the buyer's words. */
export type PageProblem = { title: string; text: string; next: string }

/** Says what happened, what was not lost, and what to do. */
export function ErrorPage({ problem }: { problem: PageProblem }) {
  return (
    <main class="problem">
      <img src="/assets/logo.svg" alt="" width="40" height="40" />
      <h1>{problem.title}</h1>
      <p>{problem.text}</p>
      <p>{problem.next}</p>
    </main>
  )
}
