// Entry of the gallery: every reusable picker in every state, for people who build screens. Not served in production.
import './styles/base.css'
import { App } from 'antd'
import enUS from 'antd/es/locale/en_US'
import zhCN from 'antd/es/locale/zh_CN'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { GalleryPage } from './gallery/gallery-page.tsx'
import { useSettings } from './lib/settings.ts'
import { giveStylesTheNonce } from './lib/style-nonce.ts'
import { NotifierBridge } from './shell/notifier.tsx'
import { Themed } from './shell/themed.tsx'

giveStylesTheNonce()
// for this page alone: what somebody has set for the console stays as it is
const asked = new URLSearchParams(location.search)
const isDark = asked.get('theme') === 'dark'
useSettings.setState({ language: 'zh', themeName: isDark ? 'theme-dark' : 'theme-default' })

const root = document.getElementById('root')
if (root) {
  createRoot(root).render(
    <StrictMode>
      <Themed locales={{ zh: zhCN, en: enUS }}>
        <App>
          <NotifierBridge />
          <GalleryPage only={asked.get('part')} isDark={isDark} />
        </App>
      </Themed>
    </StrictMode>,
  )
}
