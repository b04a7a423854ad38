// Buttons for the configured OAuth providers; they return to /auth-redirect.
import { WechatOutlined, WechatWorkOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { beginOauth, type Provider, providerLabels } from '#contract/identity/oauth.ts'
import { call, failureText } from '#web/lib/call.ts'
import type { Message } from './message.ts'
import { keepOauth } from './pending-oauth.ts'

const icons = { wecom: <WechatWorkOutlined />, wechat: <WechatOutlined /> }

type Props = { providers: readonly Provider[]; onMessage: (message: Message) => void }

export default function ProviderButtons({ providers, onMessage }: Props) {
  const [busy, setBusy] = useState<Provider>()

  async function handleClick(provider: Provider) {
    setBusy(provider)
    onMessage(null)
    try {
      const { address, verifier } = await call(beginOauth, { provider }, { hideErrorMsg: true })
      keepOauth({ provider, verifier, redirect: new URLSearchParams(location.search).get('redirect') })
      location.assign(address)
    } catch (failure) {
      onMessage({ kind: 'error', text: failureText(failure) })
      setBusy(undefined)
    }
  }

  return (
    <fieldset className="sign-in-providers">
      <legend>其他登录方式</legend>
      {providers.map((provider) => (
        <Button
          key={provider}
          size="large"
          icon={icons[provider]}
          loading={busy === provider}
          disabled={busy !== undefined && busy !== provider}
          onClick={() => void handleClick(provider)}
        >
          {providerLabels[provider]}登录
        </Button>
      ))}
    </fieldset>
  )
}
