// Entry of the console behind the sign-in.
import './styles/base.css'
import { QueryClientProvider } from '@tanstack/react-query'
import { App, ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { BrowserRouter } from 'react-router'
import { usePages } from './lib/menus.ts'
import { queryClient } from './lib/query.ts'
import { followOtherTabs } from './lib/session.ts'
import { BASE, cspNonce } from './lib/site.ts'
import { giveStylesTheNonce } from './lib/style-nonce.ts'
import { pages } from './pages.ts'
import { Console } from './shell/console.tsx'
import { NotifierBridge } from './shell/notifier.tsx'
import { theme } from './shell/theme.ts'

giveStylesTheNonce()
followOtherTabs()
usePages.setState({ pages })

const nonce = cspNonce()
const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <ConfigProvider
        locale={zhCN}
        theme={theme}
        button={{ autoInsertSpace: false }}
        {...(nonce ? { csp: { nonce } } : {})}
      >
        <App message={{ maxCount: 3, top: 56 }}>
          <NotifierBridge />
          <QueryClientProvider client={queryClient}>
            <BrowserRouter basename={BASE}>
              <Console />
            </BrowserRouter>
          </QueryClientProvider>
        </App>
      </ConfigProvider>
    </StrictMode>,
  )
}
