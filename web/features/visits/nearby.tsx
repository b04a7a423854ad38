// Enterprises near the device, the nearest first: in place of a map, for who is on the road.
import { AimOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import { useState } from 'react'
import { Link } from 'react-router'
import { queryNearbyEnterprises } from '#contract/visits/visit-enterprises.ts'
import { siteKindLabels } from '#contract/visits/visit-labels.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { formatDay } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { useLocate } from './locate.ts'
import { SITE_DETAILS } from './visit-labels.tsx'
import { distanceText } from './visit-place.rules.ts'
import './visits.css'

type Here = { longitude: string; latitude: string }

function NearbyList({ here }: { here: Here }) {
  const read = useCall(queryNearbyEnterprises, here, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <Loaded read={read} rows={6}>
      {(sites) =>
        sites.length === 0 ? (
          <p className="visit-faint">没有已标注位置的拜访企业。</p>
        ) : (
          <ul className="visit-day-list" aria-label="附近的企业">
            {sites.map(({ id, name, kind, regionPath, address, distance, lastVisitAt }) => (
              <li key={id}>
                <div className="visit-day-head">
                  <Link to={`${SITE_DETAILS}?${new URLSearchParams({ id, tagName: name })}`}>{name}</Link>
                  <span>{distanceText(distance)}</span>
                </div>
                <p className="visit-faint">
                  {[
                    siteKindLabels[kind],
                    regionPath,
                    address,
                    lastVisitAt === null ? '没有到访过' : `最近到访 ${formatDay(lastVisitAt)}`,
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </p>
              </li>
            ))}
          </ul>
        )
      }
    </Loaded>
  )
}

export function NearbyDrawer({ onClosed }: { onClosed: () => void }) {
  const [here, setHere] = useState<Here>()
  const { isLocating, problem, locate } = useLocate(({ longitude, latitude }) => setHere({ longitude, latitude }))
  return (
    <DetailsDrawer title="附近的拜访企业" size={420} onClosed={onClosed}>
      <div className="visit-locate">
        <Button type={here ? 'default' : 'primary'} icon={<AimOutlined />} loading={isLocating} onClick={locate}>
          {here ? '重新定位' : '使用当前位置'}
        </Button>
        <span className="visit-faint" role="status">
          {problem ?? '位置只用于排序，不会保存。'}
        </span>
      </div>
      {here && <NearbyList here={here} />}
    </DetailsDrawer>
  )
}
