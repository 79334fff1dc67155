/** Who is calling: the address a session was opened for. It names the caller and moves no value. */

export interface Session {
  readonly id: string;
  readonly address: string;
  readonly publicKey: string;
}

export interface Credentials {
  readonly signature: string;
  readonly publicKey: string;
}
