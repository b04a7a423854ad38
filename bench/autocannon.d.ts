// The part of autocannon that the bench uses; the package brings no types.
declare module 'autocannon' {
  type Request = { method: 'GET' | 'POST'; path: string; headers?: Record<string, string>; body?: string }
  /** Loads for `duration` seconds, or until `amount` requests were answered. */
  type Options = {
    url: string
    connections: number
    requests: Request[]
    /** Of an answer, s. */
    timeout?: number
    /** Requests a second, of all connections together; without it as many as are answered. */
    overallRate?: number
  } & ({ duration: number } | { amount: number })
  /** Latencies in ms. */
  type Result = {
    /** s */
    duration: number
    requests: { total: number }
    latency: { p50: number; p99: number }
    errors: number
    timeouts: number
    non2xx: number
  }
  export default function autocannon(options: Options): Promise<Result>
}
