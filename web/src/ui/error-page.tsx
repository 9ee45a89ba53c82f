/** A problem in the buyer's words: the cause, and the next step. */
export type PageProblem = { title: string; text: string; next: string }

/** Replaces a page that cannot be shown. */
export function ErrorPage({ problem }: { problem: PageProblem }) {
  return (
    <main class="problem">
      <img src="/assets/logo.svg" alt="" width="40" height="40" />
      <h1>{problem.title}</h1>
      <p>{problem.text}</p>
      <p>{problem.next}</p>
      <p>
        <a href="/">Go to the start page</a>
      </p>
    </main>
  )
}
