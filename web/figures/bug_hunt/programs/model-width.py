import numpy as np

def weights(x, W_q, W_k, heads):
    n, d_model = x.shape
    d_k = d_model // heads
    Q = (x @ W_q).reshape(n, heads, d_k)
    K = (x @ W_k).reshape(n, heads, d_k)
    S = np.einsum("ihd,jhd->hij", Q, K)
    S = S / np.sqrt(d_model)
    S = S - S.max(axis=-1, keepdims=True)
    P = np.exp(S)
    return P / P.sum(axis=-1, keepdims=True)
