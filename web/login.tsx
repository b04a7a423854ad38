// Entry of the sign-in page: kept small, without router and console.
import '#web/styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { safeRedirect } from '#web/features/identity/redirect.rules.ts'
import { SignInPage } from '#web/features/identity/sign-in-page.tsx'
import { reportErrors } from '#web/lib/errors/error-report.ts'
import { carrySession, consumeNotice, currentSession, dropSession, rereadSession } from '#web/lib/session/session.ts'
import { giveStylesTheNonce } from '#web/lib/style-nonce.ts'
import { Themed } from '#web/shell/settings/themed.tsx'

const home = () => safeRedirect(null, location.origin)
const goOn = () => {
  carrySession()
  location.replace(safeRedirect(new URLSearchParams(location.search).get('redirect'), location.origin))
}

reportErrors()
giveStylesTheNonce()
const root = document.getElementById('root')

if (currentSession()) {
  // spec §4: already signed in
  location.replace(home())
} else if (root) {
  const notice = consumeNotice()
  dropSession()
  // follow a sign-in in another tab
  window.addEventListener('storage', () => {
    if (rereadSession()) goOn()
  })
  createRoot(root).render(
    <StrictMode>
      <Themed>
        <SignInPage notice={notice} onSignedIn={goOn} />
      </Themed>
    </StrictMode>,
  )
}
