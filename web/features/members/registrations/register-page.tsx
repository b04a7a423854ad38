// /register (spec §2): somebody who is no customer yet asks for a trial.
import './register.css'
import { Button } from 'antd'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { RegisterArt } from './register-art.tsx'
import { RegisterForm } from './register-form.tsx'

function Frame({ title, lead, children }: { title: string; lead: string; children: ReactNode }) {
  return (
    <div className="register">
      <section className="register-card">
        <RegisterArt />
        <h1>{title}</h1>
        <p className="register-lead" role="status">
          {lead}
        </p>
        {children}
      </section>
    </div>
  )
}

function Done({ onAgain }: { onAgain: () => void }) {
  const first = useRef<HTMLButtonElement>(null)
  // The button that was pressed is gone: the keyboard goes on here.
  useEffect(() => first.current?.focus(), [])
  return (
    <div className="register-done">
      <Button ref={first} type="primary" size="large" block onClick={onAgain}>
        再申请一个产品
      </Button>
      <p className="register-foot">不再申请时，关闭此页即可。</p>
    </div>
  )
}

export default function RegisterPage() {
  const [mobile, setMobile] = useState('')
  return mobile ? (
    <Frame title="申请已提交" lead={`我们会尽快拨打 ${mobile} 与您联系，请保持电话畅通。`}>
      <Done onAgain={() => setMobile('')} />
    </Frame>
  ) : (
    <Frame title="注册试用" lead="填写以下信息，我们会尽快与您联系，为您开通试用。">
      <RegisterForm onDone={setMobile} />
    </Frame>
  )
}
