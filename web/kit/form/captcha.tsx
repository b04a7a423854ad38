// The captcha: an input beside its picture; a click on that loads another one.
import { Form, Input, type InputRef } from 'antd'
import { type Ref, useCallback, useEffect, useState } from 'react'
import { getCaptcha } from '#contract/identity/sign-in.ts'
import { call } from '#web/lib/call.ts'
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

function Picture({ state, image, onRenew }: Props) {
  return (
    <button type="button" className="captcha-picture" onClick={onRenew} title="点击换一张" aria-label="换一张验证码">
      {state === 'shown' && <img src={image} alt="验证码图片" />}
      {state === 'loading' && <span>加载中</span>}
      {state === 'failed' && <span>加载失败，点击重试</span>}
    </button>
  )
}

type FieldProps = {
  /** Of the form. */
  name: string
  id: string
  captcha: ReturnType<typeof useCaptcha>
  ref?: Ref<InputRef>
  autoFocus?: boolean
}

/** Nothing where the server needs no captcha. */
export function CaptchaField({ name, id, captcha, ref, autoFocus = false }: FieldProps) {
  if (captcha.state === 'off') return null
  return (
    <Form.Item label="验证码" htmlFor={id} required>
      <div className="captcha-row">
        <Form.Item name={name} noStyle rules={[{ required: true, whitespace: true, message: '请输入验证码' }]}>
          <Input
            ref={ref}
            id={id}
            size="large"
            autoFocus={autoFocus}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            maxLength={16}
          />
        </Form.Item>
        <Picture state={captcha.state} image={captcha.image} onRenew={captcha.renew} />
      </div>
    </Form.Item>
  )
}
