import { SandboxBar } from './sandbox-bar.js'

type Props = {
  problem: { title: string; text: string; next: string }
  /** The text of the link to the start page. */
  startPage: string
  isSandbox: boolean
}

/** Replaces a page that cannot be shown: names the cause, and the next step. */
export function ErrorPage({ problem, startPage, isSandbox }: Props) {
  return (
    <>
      {isSandbox && <SandboxBar />}
      <main class="problem">
        <img src="/assets/logo.svg" alt="" width="40" height="40" />
        <h1>{problem.title}</h1>
        <p>{problem.text}</p>
        <p>{problem.next}</p>
        <p>
          <a href="/">{startPage}</a>
        </p>
      </main>
    </>
  )
}
