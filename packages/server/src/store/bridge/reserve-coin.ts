/** A coin as the reserves name it. */
export interface ReserveCoin {
  readonly name: string;
  readonly outpoint: string;
  readonly value: bigint;
  readonly units: bigint;
  readonly height: number | null;
  /** Nothing but the asset lies on it. */
  readonly pure: boolean;
}
