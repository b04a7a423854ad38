// Entry of the sign-in page: small on purpose, it knows neither the router nor the console behind it.
import './styles/base.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { safeRedirect } from './features/identity/redirect.rules.ts'
import { SignInPage } from './features/identity/sign-in-page.tsx'
import { reportErrors } from './lib/errors/error-report.ts'
import { currentSession, dropSession, rereadSession, takeNotice } from './lib/session/session.ts'
import { giveStylesTheNonce } from './lib/style-nonce.ts'
import { Themed } from './shell/settings/themed.tsx'

const home = () => safeRedirect(null, location.origin)
const goOn = () => location.replace(safeRedirect(new URLSearchParams(location.search).get('redirect'), location.origin))

reportErrors()
giveStylesTheNonce()
const root = document.getElementById('root')

if (currentSession()) {
  // spec §4: a signed-in person has nothing to do here
  location.replace(home())
} else if (root) {
  const notice = takeNotice()
  dropSession()
  // signing in in another tab is signing in here
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
