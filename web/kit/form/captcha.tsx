// The captcha picture; a click loads another one.
import { useCallback, useEffect, useState } from 'react'
import { getCaptcha } from '../../../contract/identity/sign-in.ts'
import { call } from '../../lib/call.ts'
import './captcha.css'

type State = { state: 'loading' | 'shown' | 'failed' | 'off'; key: string; image: string }

const blank: State = { state: 'loading', key: '', image: '' }

/** The state is `off` if the server needs no captcha: it answers an empty picture. */
export function useCaptcha() {
  const [captcha, setCaptcha] = useState<State>(blank)
  const [round, setRound] = useState(0)

  // biome-ignore lint/correctness/useExhaustiveDependencies: a new round asks for a new picture
  useEffect(() => {
    const controller = new AbortController()
    call(getCaptcha, undefined, { hideErrorMsg: true, signal: controller.signal }).then(
      ({ key, image }) => setCaptcha({ state: image ? 'shown' : 'off', key, image }),
      () => {
        if (!controller.signal.aborted) setCaptcha({ ...blank, state: 'failed' })
      },
    )
    return () => controller.abort()
  }, [round])

  const renew = useCallback(() => setRound((now) => now + 1), [])
  return { ...captcha, renew }
}

type Props = Pick<State, 'state' | 'image'> & { onRenew: () => void }

export function Captcha({ state, image, onRenew }: Props) {
  return (
    <button type="button" className="captcha-picture" onClick={onRenew} title="点击换一张" aria-label="换一张验证码">
      {state === 'shown' && <img src={image} alt="验证码图片" />}
      {state === 'loading' && <span>加载中</span>}
      {state === 'failed' && <span>加载失败，点击重试</span>}
    </button>
  )
}
