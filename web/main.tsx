// Entry of the console, for signed-in people and public pages.
import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { App } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { TABLE_BOTTOM_PX } from '../contract/limits.ts'
import { RenewSession } from './features/identity/renew-session.tsx'
import { reportErrors } from './lib/errors/error-report.ts'
import { queryClient } from './lib/query.ts'
import { usePages } from './lib/session/menus.ts'
import { renewHere } from './lib/session/renewer.ts'
import { followOtherTabs } from './lib/session/session.ts'
import { BASE } from './lib/site.ts'
import { giveStylesTheNonce } from './lib/style-nonce.ts'
import { pages } from './pages.ts'
import { Console } from './shell/console.tsx'
import { NotifierBridge } from './shell/notices/notifier.tsx'
import { OpenPages } from './shell/pages/open-pages.tsx'
import { Themed } from './shell/settings/themed.tsx'

reportErrors()
giveStylesTheNonce()
followOtherTabs(renewHere)
usePages.setState({ pages })

/** Notices stand above the pager and the acts of the last row, px. */
const NOTICES_BOTTOM_PX = TABLE_BOTTOM_PX + 52

const locales = { zh: zhCN, en: enUS }
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Themed locales={locales}>
        <App message={{ maxCount: 3, top: 56 }} notification={{ bottom: NOTICES_BOTTOM_PX }}>
          <NotifierBridge />
          <QueryClientProvider client={queryClient}>
            {/* no transitions: render a page switch at once */}
            <BrowserRouter basename={BASE} useTransitions={false}>
              <Console />
            </BrowserRouter>
            <OpenPages />
            <RenewSession />
          </QueryClientProvider>
        </App>
      </Themed>
    </StrictMode>,
  )
}
