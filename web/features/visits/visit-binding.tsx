// Binds a phone: a code on the computer's screen, scanned by the phone, which keeps a token from then on.
import { Alert, Button, Modal, QRCode } from 'antd'
import { useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { bindVisitDevice, getVisitBinding } from '#contract/visits/visits.ts'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { PublicAddressNote } from '#web/kit/dialog/public-address.tsx'
import { useDialog } from '#web/kit/dialog/use-dialog.ts'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { serverNow } from '#web/lib/server-time.ts'
import { deviceName, keepDeviceToken } from './visit-device.ts'
import { VISITS } from './visit-labels.tsx'

const QR_PX = 200
/** How often it is asked whether the phone has been bound. */
const ASK_MS = 3_000
/** Enough to scan a code before it lapses. */
const LEFT_MS = 20_000

type Binding = DataOf<typeof getVisitBinding>

function Code({ of: binding }: { of: Binding }) {
  const [shown, setShown] = useState(binding)
  // each answer has a code of its own; the one on the screen stays for as long as it is good
  if (shown !== binding && Date.parse(shown.until) - serverNow() < LEFT_MS) setShown(binding)
  const { code, origin } = shown
  return (
    <>
      <QRCode
        aria-label="绑定二维码"
        value={`${origin || window.location.origin}/backend${VISITS}?${new URLSearchParams({ bind: code })}`}
        size={QR_PX}
        type="svg"
        color="black"
        bgColor="white"
      />
      <p>用手机扫码，以同一账号登录后点“绑定”。二维码 2 分钟内有效，会自动更新。</p>
      <PublicAddressNote />
    </>
  )
}

export function BindingDialog({ onClosed }: { onClosed: () => void }) {
  const { close, frame } = useDialog(onClosed)
  const read = useCall(getVisitBinding, {}, { staleTime: 0, refetchInterval: ASK_MS, call: { hideErrorMsg: true } })
  return (
    <Modal title="绑定手机" {...frame} width={400} footer={<Button onClick={close}>关闭</Button>} onCancel={close}>
      <Loaded read={read} rows={6}>
        {(binding) =>
          binding.bound ? (
            <p>
              {`已绑定 ${binding.bound.device || '设备'}（${formatMoment(binding.bound.boundAt)}）。换手机时请管理员先解除绑定；其他设备提交的到达和报告会被标记。`}
            </p>
          ) : (
            <Code of={binding} />
          )
        }
      </Loaded>
    </Modal>
  )
}

/** In the phone that has scanned the code. A press binds: an address that is opened by chance changes nothing. */
export function BindHere({ code, onDone }: { code: string; onDone: () => void }) {
  const act = useAct(bindVisitDevice, {
    success: '这部手机已绑定',
    onSuccess: ({ deviceToken }) => {
      keepDeviceToken(deviceToken)
      onDone()
    },
  })
  return (
    <Alert
      type="info"
      title="将这部手机绑定为拜访助手？"
      action={
        <Button type="primary" loading={act.pending} onClick={() => void act.run({ code, device: deviceName() })}>
          绑定
        </Button>
      }
    />
  )
}
