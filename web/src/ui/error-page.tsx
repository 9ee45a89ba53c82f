import { useTexts } from '../texts/language.js'

type Problem = { title: string; text: string; next: string }

/** Replaces a page that cannot be shown: names the cause, and the next step. */
export function ErrorPage({ problem }: { problem: Problem }) {
  return (
    <main class="problem">
      <img src="/assets/logo.svg" alt="" width="40" height="40" />
      <h1>{problem.title}</h1>
      <p>{problem.text}</p>
      <p>{problem.next}</p>
      <p>
        <a href="/">{useTexts().page.startPage}</a>
      </p>
    </main>
  )
}
