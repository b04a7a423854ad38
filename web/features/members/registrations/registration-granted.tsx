// What the customer must be told: how to sign in, and until when. The password is never shown again.
import { CopyOutlined } from '@ant-design/icons'
import { Button, Descriptions } from 'antd'
import type { DataOf } from '../../../../contract/endpoint.ts'
import type { grantTrial } from '../../../../contract/members/registration-handling.ts'
import { copyText } from '../../../lib/copy.ts'
import './registration.css'

type Props = { granted: DataOf<typeof grantTrial>; company: string }

export function RegistrationGranted({ granted: { loginName, password, endsOn }, company }: Props) {
  const told = [`登录名：${loginName}`, ...(password ? [`初始密码：${password}`] : []), `有效期至：${endsOn}`]
  return (
    <div className="registration-granted">
      <p className="registration-told" role="status">
        {`已为“${company}”开通试用。`}
        {password ? '初始密码只显示这一次，请复制后告知客户。' : '该会员已有账号，仍用原来的密码登录。'}
      </p>
      <Descriptions
        column={1}
        size="small"
        colon={false}
        style={{ margin: '16px 0' }}
        styles={{ label: { width: 72 } }}
        items={[
          { label: '登录名', children: <span className="registration-secret">{loginName}</span> },
          ...(password
            ? [{ label: '初始密码', children: <span className="registration-secret">{password}</span> }]
            : []),
          { label: '有效期至', children: endsOn },
        ]}
      />
      <Button icon={<CopyOutlined />} onClick={() => void copyText(told.join('\n'))}>
        复制给客户
      </Button>
    </div>
  )
}
