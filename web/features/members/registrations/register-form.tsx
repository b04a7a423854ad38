// The form of a registration, with the rules of spec §5 and a captcha that is renewed after every failed attempt; or, where short
// messages are set up, a code to the number.

import { Button, Checkbox, Form, Input, type InputRef, Select } from 'antd'
import { useEffect, useRef, useState } from 'react'
import {
  applyRegistration,
  getRegistrationForm,
  provinces,
  type Registration,
} from '#contract/members/registrations.ts'
import { subProducts } from '#contract/sub-products.ts'
import { trimmed } from '#contract/typed-text.ts'
import { checkMobile } from '#contract/validation.ts'
import { CaptchaField, useCaptcha } from '#web/kit/form/captcha.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { fieldErrorsOf } from '#web/kit/form/field-rules.ts'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { call, exchange, failureText, Refusal } from '#web/lib/call.ts'
import { SmsCodeField } from './sms-code-field.tsx'
import { readVisits } from './visits.ts'

const CODE = 'captcha-code'
const AGREE = '请先阅读并同意隐私政策'
const provinceOptions = provinces.map((name) => ({ value: name, label: name }))
const options = subProducts.map(({ key, title }) => ({ value: key, label: title }))

/** Sub-product named by an invitation's link: `?subProduct=bigData`. */
function invitedTo(): Partial<Registration> {
  const wanted = new URLSearchParams(window.location.search).get('subProduct')
  const found = subProducts.find(({ key }) => key === wanted)
  return found ? { subProduct: found.key } : {}
}

/** @param onDone receives the mobile number */
export function RegisterForm({ onDone }: { onDone: (mobile: string) => void }) {
  const [form] = Form.useForm<Registration>()
  const [isBusy, setBusy] = useState(false)
  const [failure, setFailure] = useState('')
  const captcha = useCaptcha()
  const [visits] = useState(readVisits)
  const code = useRef<InputRef>(null)
  const [asksCode, setAsksCode] = useState<boolean>()

  useEffect(() => {
    // a refusal says what is asked for where this is not known
    call(getRegistrationForm, undefined, { hideErrorMsg: true }).then(
      (asked) => setAsksCode(asked.asksCode),
      () => setAsksCode(false),
    )
  }, [])

  /** A captcha is valid for one attempt. Field errors are shown at their fields, other errors above the form. */
  function handleFailure(text: string, data: unknown = null) {
    captcha.renew()
    form.setFieldValue(CODE, '')
    const fields = fieldErrorsOf(data) as Parameters<typeof form.setFields>[0]
    setFailure(fields.length > 0 ? '' : text)
    if (fields.some(({ name }) => String(name) === 'smsCode')) setAsksCode(true)
    form.setFields(fields)
  }

  async function handleFinish(values: Registration) {
    if (isBusy) return
    setBusy(true)
    setFailure('')
    try {
      const input = { ...trimmed(values), touches: visits, ...(captcha.key ? { 'captcha-key': captcha.key } : {}) }
      const reply = await exchange(applyRegistration, input, { hideErrorMsg: true })
      if (reply.success) return onDone(input.mobile)
      handleFailure('', { fields: [{ field: CODE, message: reply.msg }] })
      code.current?.focus()
    } catch (cause) {
      handleFailure(failureText(cause), cause instanceof Refusal ? cause.data : null)
    } finally {
      setBusy(false)
    }
  }

  return (
    <Form<Registration>
      form={form}
      layout="vertical"
      initialValues={invitedTo()}
      scrollToFirstError={{ focus: true, block: 'center' }}
      onFinish={(values) => void handleFinish(values)}
    >
      <p className="register-failure" role="alert">
        {failure}
      </p>
      <div className="register-fields">
        <div className="register-wide">
          <Field of={applyRegistration} name="company">
            <Input autoFocus autoComplete="organization" maxLength={100} />
          </Field>
        </div>
        <Field of={applyRegistration} name="contact">
          <Input autoComplete="name" maxLength={32} />
        </Field>
        <Field of={applyRegistration} name="mobile" check={checkMobile}>
          <Input type="tel" inputMode="numeric" autoComplete="tel-national" maxLength={20} />
        </Field>
        <Field of={applyRegistration} name="email">
          <Input type="email" autoComplete="email" maxLength={128} />
        </Field>
        <Field of={applyRegistration} name="subProduct">
          <Select options={options} placeholder="请选择" showSearch={byLabel} />
        </Field>
        <div className="register-wide">
          <Field of={applyRegistration} name="province">
            <Select options={provinceOptions} placeholder="请选择（选填）" allowClear showSearch={byLabel} />
          </Field>
        </div>
        <div className="register-wide">
          <Field of={applyRegistration} name="remark" rows={2} />
        </div>
        <div className={asksCode === undefined ? 'register-wide register-proof' : 'register-wide'}>
          {asksCode === true && <SmsCodeField form={form} captcha={captcha} />}
          {asksCode === false && <CaptchaField name={CODE} id="register-code" captcha={captcha} ref={code} />}
        </div>
      </div>
      <Form.Item
        name="consent"
        valuePropName="checked"
        rules={[{ validator: (_rule, isOn) => (isOn ? Promise.resolve() : Promise.reject(new Error(AGREE))) }]}
      >
        <Checkbox>
          我已阅读并同意
          <a href="/privacy" className="register-policy" target="_blank" rel="noreferrer">
            隐私政策
          </a>
        </Checkbox>
      </Form.Item>
      <Button type="primary" htmlType="submit" size="large" block loading={isBusy}>
        提交申请
      </Button>
      <p className="register-foot">已有账号请在所购产品的网站或 APP 上登录。</p>
    </Form>
  )
}
