// The arrival: now or a little earlier, with the position of the device where the person gives it.
import { AimOutlined } from '@ant-design/icons'
import { Button, Form } from 'antd'
import { useState } from 'react'
import { placeProblems } from '../../../contract/visits/places.ts'
import { arriveVisit, type VisitRow } from '../../../contract/visits/visits.ts'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { MomentInput } from './visit-fields.tsx'
import { siteReads, visitReads } from './visit-labels.tsx'
import './visits.css'

type Found = { longitude: string; latitude: string }

const DECIMALS = 6
const LOCATE_MS = 15_000

const failures: Readonly<Record<number, string>> = {
  1: '浏览器未允许定位，可以不填位置',
  2: '设备没有给出位置，可以不填位置',
  3: '定位超时，请重试，或不填位置',
}

type PlaceInputProps = { id?: string; value?: Found | null; onChange?: (place: Found | null) => void }

/** The device's position, on request only. */
function DevicePlace({ id, value = null, onChange }: PlaceInputProps) {
  const [isLocating, setLocating] = useState(false)
  const [problem, setProblem] = useState<string>()
  const locate = () => {
    if (!('geolocation' in navigator)) return setProblem('此浏览器不能定位，可以不填位置')
    setLocating(true)
    setProblem(undefined)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setLocating(false)
        const place = { longitude: coords.longitude.toFixed(DECIMALS), latitude: coords.latitude.toFixed(DECIMALS) }
        const wrong = placeProblems(place)
        if (wrong.longitude ?? wrong.latitude) setProblem('定位不在中国境内，请重试，或不填位置')
        else onChange?.(place)
      },
      ({ code }) => {
        setLocating(false)
        setProblem(failures[code] ?? '定位失败，可以不填位置')
      },
      { enableHighAccuracy: true, timeout: LOCATE_MS, maximumAge: 0 },
    )
  }
  return (
    <div id={id} className="visit-locate">
      <Button icon={<AimOutlined />} loading={isLocating} onClick={locate}>
        {value ? '重新定位' : '使用当前位置'}
      </Button>
      {value && (
        <>
          <span>{`${value.longitude}, ${value.latitude}`}</span>
          <Button type="link" size="small" onClick={() => onChange?.(null)}>
            清除
          </Button>
        </>
      )}
      {problem && (
        <span role="status" className="visit-faint">
          {problem}
        </span>
      )}
    </div>
  )
}

type Values = { at: string | null; place: Found | null }

export function ArriveDialog({ visit, onClosed }: { visit: VisitRow; onClosed: () => void }) {
  const { id, version, enterpriseName } = visit
  return (
    <FormDialog<typeof arriveVisit, Values>
      title={`到达：${enterpriseName}`}
      endpoint={arriveVisit}
      initial={{ at: null, place: null }}
      input={({ at, place }) => ({ id, version, at: at ?? null, ...(place ?? { longitude: null, latitude: null }) })}
      success="已到达"
      invalidates={[...visitReads, ...siteReads]}
      verb="确认到达"
      isDanger={false}
      onClosed={onClosed}
    >
      <Field of={arriveVisit} name="at" hint="不填即为现在；补记时选实际到达的时间。">
        <MomentInput placeholder="现在" isPast />
      </Field>
      <Form.Item name="place" label="位置" extra={<span className="field-hint">只有您、您的上级和管理员能看到。</span>}>
        <DevicePlace />
      </Form.Item>
    </FormDialog>
  )
}
